const MB = 1024 * 1024;

/** Never nothing: "0.1 MB" is the least. */
export const sizeWords = (bytes: number): string => `${Math.max(0.1, bytes / MB).toFixed(1)} MB`;

/** The address of a picture for an `img`. It holds the picture itself, so there is nothing to give back. */
export const pictureAddress = (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(new Blob([bytes], { type: 'image/jpeg' }));
  });
