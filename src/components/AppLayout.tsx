import type { ReactNode } from 'react';
import { messages } from '../messages';
import { SkipLink } from './SkipLink';

type AppLayoutProps = {
  topBar: ReactNode;
  sidebar?: ReactNode;
  /** The page: its heading, notices and cards, stacked. */
  children: ReactNode;
  /** What stands at the foot of every page. */
  pageFoot: ReactNode;
};

/** The frame of the signed-in pages: the top bar, the sidebar where there is one, and the page. */
export function AppLayout({ topBar, sidebar, children, pageFoot }: AppLayoutProps) {
  return (
    <div className="flex flex-col">
      <SkipLink target="content">{messages.topBar.skipToContent}</SkipLink>
      {topBar}
      <div className="flex max-wide:flex-col">
        {sidebar}
        <div className="flex min-w-0 flex-1 flex-col">
          {/* As high as the window below the top bar, so that the footer is never in sight of what the page still waits for. */}
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto min-h-[calc(100dvh-4rem)] w-full max-w-6xl min-w-0 px-4 py-6 sm:px-8 sm:py-8 print:min-h-0"
          >
            <div className="flex flex-col gap-6">{children}</div>
          </main>
          {/* No wider than what it says, since it comes up and goes down with the page. */}
          <footer className="self-center px-4 pb-2 text-center print:hidden">{pageFoot}</footer>
        </div>
      </div>
    </div>
  );
}
