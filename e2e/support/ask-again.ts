/** Nothing was promised, as if the connection had broken: the same may be asked again. */
export class AskAgain extends TypeError {}
