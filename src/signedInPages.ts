const screen = (name: string) => `src/screens/${name}.tsx`;

const session = ['src/rest.ts', 'src/system/session/sessionSystem.ts', screen('app/AppFrame')];
const section = [...session, screen('section/SectionLayout')];

const page = (name: string, around: readonly string[], itself: string) => ({
  name,
  isOfSection: around === section,
  modules: [...around, screen(itself)],
});

/**
 * The signed-in pages, by the names of their documents, each with the modules that are fetched on demand for it, from the
 * repository's folder. The build names them in the document, and finds by them which code pages have in common.
 */
export const signedInPages = [
  page('dashboard', session, 'session/DashboardScreen'),
  page('changePassword', session, 'account/ChangePasswordScreen'),
  page('section', section, 'section/SectionScreen'),
  page('addStudents', section, 'students/AddStudentsScreen'),
  page('detectionLogs', section, 'logs/DetectionLogsScreen'),
  page('lesson', section, 'lessons/LessonScreen'),
];
