import type { Locator, Page } from "playwright-core";

export const composer = (page: Page): Locator => page.getByRole("textbox", { name: "Message", exact: true });

/** The replies with this text. */
export const reply = (page: Page, text: string): Locator => page.locator(".reply", { hasText: text });

export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.keyboard.press("Enter");
}
