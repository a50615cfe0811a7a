/** What `work` comes to; where it has not ended after `ms`, what `missed` answers or throws. */
export function within<T>(ms: number, work: Promise<T>, missed: () => T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([work, over.then(missed)]).finally(() => clearTimeout(timer));
}
