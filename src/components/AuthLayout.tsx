import type { ReactNode, Ref } from 'react';
import { messages } from '../publicMessages';
import { BrandMark } from './BrandMark';
import { PageHeading } from './PageHeading';
import { SeatingPlan } from './SeatingPlan';

type AuthLayoutProps = {
  title: string;
  headingRef?: Ref<HTMLHeadingElement> | undefined;
  lead?: ReactNode;
  children: ReactNode;
  /** Links to other pages, below the form. */
  footer?: ReactNode;
  /** Footer shown on every page. */
  pageFoot: ReactNode;
  /** Of the text, if it is not English. */
  language?: { lang: string; dir: 'ltr' | 'rtl' };
};

/** The shell of the public pages: the brand beside one form or text, or above it on narrow screens. */
export function AuthLayout({ title, headingRef, lead, children, footer, pageFoot, language }: AuthLayoutProps) {
  return (
    <div className="grid min-h-dvh max-lg:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <header className="flex flex-col justify-between gap-10 overflow-hidden bg-brand px-4 py-4 text-on-brand sm:px-8 lg:sticky lg:top-0 lg:min-h-dvh lg:self-start lg:px-14 lg:py-12">
        <p className="flex items-center gap-3 text-lg font-semibold tracking-tight">
          <BrandMark />
          <span>{messages.brand.name}</span>
        </p>
        <SeatingPlan className="w-full max-w-lg self-center max-lg:hidden" />
        <p className="max-w-md text-2xl font-semibold tracking-tight text-balance max-lg:hidden">
          {messages.brand.tagline}
        </p>
      </header>
      <div className="flex flex-col">
        {/* Aligned to the top, so that a growing card does not move. */}
        <main
          {...language}
          className="flex flex-1 items-start justify-center px-4 pt-8 sm:pt-[10dvh] sm:pb-4 print:pt-2"
        >
          <div className="w-full max-w-lg sm:rounded-card sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow-card print:max-w-none print:border-0 print:p-0 print:text-sm">
            <PageHeading ref={headingRef} lead={lead}>
              {title}
            </PageHeading>
            <div className="mt-4">{children}</div>
            {footer !== undefined && (
              <div className="mt-6 border-t border-line pt-5 text-sm text-muted print:hidden">{footer}</div>
            )}
          </div>
        </main>
        <footer className="px-4 pb-2 text-center print:hidden">{pageFoot}</footer>
      </div>
    </div>
  );
}
