/** Opens the print dialog. In browsers that block while it is open, resolves when it closes. */
export async function printPage(): Promise<void> {
  // Let pending changes render first.
  await new Promise((resolve) => setTimeout(resolve));
  window.print();
}
