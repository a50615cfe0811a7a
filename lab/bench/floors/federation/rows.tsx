interface Call {
  readonly id: string;
  readonly stock: string;
  readonly expert_name: string;
  readonly price: number;
  readonly target_price: number;
  readonly stop_loss: number;
  readonly status: string;
}

/** Six closed calls from the page's own data, as the public page has them, without any design. */
export function Rows() {
  const calls = JSON.parse(document.getElementById('data')!.textContent!) as Call[];
  return (
    <ul>
      {calls.map((call) => (
        <li key={call.id}>
          <b>{call.stock}</b> {call.expert_name} {call.stop_loss} {call.price} {call.target_price} {call.status}
        </li>
      ))}
    </ul>
  );
}
