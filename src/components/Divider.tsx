/** A line with a word in it, between two ways to the same end. */
export function Divider({ children }: { children: string }) {
  return (
    <div className="flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </div>
  );
}
