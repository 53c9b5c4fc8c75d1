import type { ReactNode } from 'react';
import { buttonStyle } from './buttonStyle';

type FileDropProps = {
  /** Label of the button that opens the file picker. */
  label: string;
  /** Accepted file types, as in an input's `accept`. */
  accept: string;
  onFile: (file: File) => void;
  children: ReactNode;
};

/** A drop zone for a file, with a button for choosing one instead. */
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
        // Dropped text belongs to the field below.
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
            // Reset, so that the same file can be chosen again after a correction.
            currentTarget.value = '';
          }}
        />
      </label>
    </div>
  );
}
