-- Which of its author's calls one is told readers of closed calls about those they may not see. Nothing needs the number.
alter table calls drop column seq_no;
