/** Opens the print dialog. Resolves when it closes, in browsers that block meanwhile. */
export async function printPage(): Promise<void> {
  // Let pending changes render first.
  await new Promise((resolve) => setTimeout(resolve));
  window.print();
}
