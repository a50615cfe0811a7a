import { demoOf, type Stack } from '../../e2e/support/stack.ts';

/** What a partner's page sends: its origin, and a token that its key was traded for. */
export async function partnerHeaders(stack: Stack): Promise<Record<string, string>> {
  const origin = stack.partnerSite;
  const { widget } = await demoOf(stack.portal);
  const answer = await fetch(`${stack.portal}/embed/v1/session?access_key=${widget.access_key}`, { headers: { origin } });
  const { data } = (await answer.json()) as { data: { token: string } | null };
  if (!data) throw new Error(`No widget session: ${answer.status}`);
  return { origin, authorization: `Bearer ${data.token}` };
}

export const sentimentPath = (stock: string): string => `/embed/v1/sentiment/${encodeURIComponent(stock)}`;

/** Reads sentiment as a partner's page does; answers the text as it was sent. */
export async function readAsPartner(stack: Stack): Promise<(stock: string) => Promise<string>> {
  const headers = await partnerHeaders(stack);
  return async (stock) => {
    const answer = await fetch(stack.portal + sentimentPath(stock), { headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${stock} answered ${answer.status}: ${text}`);
    return text;
  };
}
