import { useState } from 'react';
import { matchPath } from 'react-router-dom';
import { TextLink } from '../../components/TextLink';
import { messages } from '../../messages';
import { paths } from '../../paths';
import type { Section } from '../../services/app/types';
import { useSystem } from '../app/system';

const { section: words } = messages;

const pages = [
  [paths.changePassword, messages.changePassword.title],
  [paths.section, words.overview],
  [`${paths.section}/${paths.addStudents}`, words.manageStudents],
  [`${paths.section}/${paths.detectionLogs}`, words.detectionLogs],
  [`${paths.section}/${paths.lessons}`, messages.lessons.title],
  [`${paths.section}/${paths.lesson}`, messages.lessonReport.title],
] as const;

/** Leads back to the page at which the session ended, or that was opened without one. Never to another teacher's. */
export function GoOn({ sections }: { sections: readonly Section[] }) {
  const { drafts } = useSystem();
  const [address] = useState(() => drafts.own().address);
  if (address === null) return null;
  const [pathname = ''] = address.split(/[?#]/);
  const [found] = pages.flatMap(([path, title]) => {
    const match = matchPath(path, pathname);
    return match === null
      ? []
      : [{ title, sectionId: 'sectionId' in match.params ? match.params.sectionId : undefined }];
  });
  const section = sections.find(({ id }) => id === found?.sectionId);
  if (found === undefined || (found.sectionId !== undefined && section === undefined)) return null;
  return (
    <p>
      <TextLink to={address} onClick={drafts.dropAddress}>
        {messages.dashboard.goOn(found.title, section?.name)}
      </TextLink>
    </p>
  );
}
