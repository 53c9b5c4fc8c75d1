import type { ReactNode } from 'react';
import { messages } from '../messages';
import { SkipLink } from './SkipLink';

type AppLayoutProps = {
  topBar: ReactNode;
  sidebar?: ReactNode;
  /** The page: its heading, notices and cards, stacked. */
  children: ReactNode;
  /** Footer shown on every page. */
  pageFoot: ReactNode;
};

/** The shell of the signed-in pages: top bar, optional sidebar, page and footer. */
export function AppLayout({ topBar, sidebar, children, pageFoot }: AppLayoutProps) {
  return (
    <div className="flex flex-col">
      <SkipLink target="content">{messages.topBar.skipToContent}</SkipLink>
      {topBar}
      <div className="flex max-wide:flex-col">
        {sidebar}
        <div className="flex min-w-0 flex-1 flex-col">
          {/*
           * At least as tall as the viewport below the top bar: the footer stays out of sight while the page loads.
           */}
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto min-h-[calc(100dvh-4rem)] w-full max-w-400 min-w-0 px-4 py-4 sm:px-6 sm:py-5 print:min-h-0"
          >
            <div className="flex flex-col gap-4">{children}</div>
          </main>
          {/* As narrow as its text: it moves up and down with the page's length. */}
          <footer className="self-center px-4 pb-2 text-center print:hidden">{pageFoot}</footer>
        </div>
      </div>
    </div>
  );
}
