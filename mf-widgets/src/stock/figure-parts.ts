/** The parts that are made of figures arrive as one file: small as they are, four requests and their hashes would outweigh what a reader saves who sees only one. */
export { ActionsPart, PeersPart } from './around.part.tsx';
export { OptionsPart } from './options.part.tsx';
export { SentimentPart } from './sentiment.part.tsx';
export { TechnicalsPart } from './technicals.part.tsx';
