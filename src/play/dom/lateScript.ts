/**
 * Makes the way to a script that the page loads when it needs it, once. The script leaves a value in the global `name`. A load that
 * failed is tried again by the next call, and rejects with the sentence `failed`.
 */
export function lateScript<Value>(
  file: string,
  name: string,
  failed: string,
): (scripts: string) => Promise<Value> {
  let loading: Promise<Value> | null = null;
  return (scripts) => {
    loading ??= new Promise<Value>((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `${scripts}${file}`;
      script.addEventListener("load", () => resolve(Reflect.get(globalThis, name) as Value));
      script.addEventListener("error", () => {
        loading = null;
        reject(new Error(failed));
      });
      document.head.append(script);
    });
    return loading;
  };
}
