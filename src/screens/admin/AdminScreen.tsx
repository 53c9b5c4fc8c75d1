import type { ComponentType } from 'react';
import { useParams } from 'react-router-dom';
import { EmptyState } from '../../components/EmptyState';
import type { IconName } from '../../components/Icon';
import { PageHeading } from '../../components/PageHeading';
import { Sidebar } from '../../components/Sidebar';
import { adminPartMachine } from '../../machines/admin/adminPartMachine';
import { messages } from '../../messages';
import { adminPath, paths } from '../../paths';
import type { AdminPart } from '../../services/admin/adminService';
import { useProjectorMode, useScreenActor } from '../app/system';
import { usePageHeading } from '../app/usePageHeading';
import { AppFrame } from '../session/AppFrame';
import { Agents } from './Agents';
import { Audit } from './Audit';
import { Overview } from './Overview';
import { Sections } from './Sections';
import { Students } from './Students';
import { Teachers } from './Teachers';
import type { PartActor } from './useChange';

const { admin: words } = messages;

const parts: Record<AdminPart, { Content: ComponentType<{ part: PartActor }>; icon: IconName }> = {
  overview: { Content: Overview, icon: 'overview' },
  teachers: { Content: Teachers, icon: 'invite' },
  students: { Content: Students, icon: 'students' },
  sections: { Content: Sections, icon: 'lessons' },
  agents: { Content: Agents, icon: 'eye' },
  audit: { Content: Audit, icon: 'logs' },
};
const isPart = (name: string): name is AdminPart => name in parts;
const names = Object.keys(parts).filter(isPart);

/** `/admin` and `/admin/{part}`: what an administrator does for the school. The server refuses everybody else. */
export function AdminScreen() {
  const { part = 'overview' } = useParams();
  const shown = isPart(part) ? part : 'overview';
  return (
    <AppFrame sidebar={<AdminSidebar />}>
      <AdminPage key={shown} name={shown} />
    </AppFrame>
  );
}

function AdminPage({ name }: { name: AdminPart }) {
  const heading = usePageHeading(words.parts[name]);
  const projecting = useProjectorMode();
  return (
    <>
      <PageHeading ref={heading} lead={words.title}>
        {words.parts[name]}
      </PageHeading>
      {projecting ? <EmptyState icon="eyeOff">{words.projecting}</EmptyState> : <Part name={name} />}
    </>
  );
}

function Part({ name }: { name: AdminPart }) {
  const part = useScreenActor(adminPartMachine, { input: { part: name } });
  const { Content } = parts[name];
  return <Content part={part} />;
}

const AdminSidebar = () => (
  <Sidebar
    label={words.title}
    items={[
      ...names.map((name) => ({
        to: name === 'overview' ? paths.admin : adminPath(name),
        label: words.parts[name],
        icon: parts[name].icon,
      })),
      { to: paths.dashboard, label: words.backToDashboard, icon: 'back' },
    ]}
  />
);
