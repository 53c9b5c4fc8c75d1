import { createRoot } from 'react-dom/client';
import { createAttendanceSystem } from './attendanceSystem';
import { App } from './screens/App';
import { watchFragment } from './services/pageEvents';
import './styles.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

watchFragment(() => location.reload());
const system = createAttendanceSystem();
system.actor.start();
createRoot(root).render(<App system={system} />);
