/** Fetching each thing once. */

/** A loader that fetches what belongs to a key once; a failed fetch is tried again at the next call. */
export function once<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key) => {
    const found =
      known.get(key) ??
      load(key).catch((error: unknown) => {
        known.delete(key);
        throw error;
      });
    known.set(key, found);
    return found;
  };
}
