/** What a drag sends to a program that answers one choice at a time. */
import { expect, test } from "vitest";
import { choiceSender } from "../../../src/editor/controls/choiceSender.ts";

test("sends the first choice at once, and then the latest of each control", async () => {
  const sent: string[] = [];
  let answer = (): void => {};
  const choose = choiceSender(
    (path, text) =>
      new Promise((resolve) => {
        sent.push(`${path}=${text}`);
        answer = resolve;
      }),
  );
  const next = async (): Promise<void> => {
    answer();
    await new Promise((resolve) => setTimeout(resolve));
  };
  for (const text of ["1", "2", "3"]) choose("a", text);
  for (const text of ["7", "8"]) choose("b", text);
  expect(sent).toEqual(["a=1"]);
  await next();
  await next();
  await next();
  expect(sent).toEqual(["a=1", "a=3", "b=8"]);
  choose("a", "4");
  expect(sent.at(-1)).toBe("a=4");
});
