import type { ReactNode } from 'react';
import { buttonStyle } from './buttonStyle';

type FileDropProps = {
  /** Of the button that chooses a file instead. */
  label: string;
  /** What files are offered, as `accept` of an input. */
  accept: string;
  onFile: (file: File) => void;
  children: ReactNode;
};

/** A place to drop a file on, with a button for those who rather choose one. */
export function FileDrop({ label, accept, onFile, children }: FileDropProps) {
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way of two, and the input is the other
    <div
      className="flex flex-col gap-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const { files } = event.dataTransfer;
        // A dropped text belongs to the field under it.
        if (files.length === 0) return;
        event.preventDefault();
        take(files);
      }}
    >
      {children}
      <label className={buttonStyle('secondary', 'w-fit cursor-pointer has-focus-visible:outline-2')}>
        <span>{label}</span>
        <input
          type="file"
          accept={accept}
          className="sr-only"
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            // The same file, corrected, can be chosen again.
            currentTarget.value = '';
          }}
        />
      </label>
    </div>
  );
}
