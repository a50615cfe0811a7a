import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test.each([
  ['Victim@mail.example.com', 'victim@mail.example.com'],
  ['victim+0@mail.example.com', 'victim@mail.example.com'],
  ['first.last@mail.example.com', 'first.last@mail.example.com'],
  ['vic.t.im+a+b@Gmail.com', 'victim@gmail.com'],
  ['victim@googlemail.com', 'victim@gmail.com'],
])('%s leads to %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));
