/** Opens the browser's print dialog, and resolves when it has closed, where the browser waits for that. */
export async function printPage(): Promise<void> {
  // What has just changed is rendered first.
  await new Promise((resolve) => setTimeout(resolve));
  window.print();
}
