/**
 * The house: three rooms (machines, services, screens), each with the same features, which stand in a list. A feature imports
 * only from those before it in `src/features.json`. Beside the rooms: components and the recorder. The students' page has the
 * same rooms. All sides share only api/ and languages/.
 */
const features = require('./src/features.json');

const typesOnly = { dependencyTypesNot: ['type-only'] };
const rooms = '^src/(machines|services|screens)';
/** The server's tables and its features, in their order. A query may join any tables. */
const domains = [
  'tables',
  'pages',
  'live',
  'mail',
  'agent',
  'account',
  'audit',
  'section',
  'detection',
  'attendance',
  'school',
];

/** The rooms of the server's platform, in their order. */
const platform = ['files', 'config', 'cache', 'database', 'http'];

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unlisted-packages',
      severity: 'error',
      from: { path: '^(src|student/src|server/(src|simulator))/', pathNot: '\\.d\\.ts$' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'features-in-a-list',
      comment: 'Each feature is in src/features.json.',
      severity: 'error',
      from: { path: `${rooms}/`, pathNot: `${rooms}/(${features.join('|')}|inspect)/` },
      to: {},
    },
    ...features.map((feature, place) => ({
      name: `${feature}-imports-downwards`,
      severity: 'error',
      from: { path: `${rooms}/${feature}/` },
      to: { path: `${rooms}/(${[...features.slice(place + 1), 'inspect'].join('|')})/` },
    })),
    {
      name: 'machines-decide',
      comment: 'Machines know services by their types only, and never React.',
      severity: 'error',
      from: { path: '^src/machines/' },
      to: { path: '^src/(services|screens|components|recorder)/', ...typesOnly },
    },
    {
      name: 'machines-without-react',
      severity: 'error',
      from: { path: '^src/(machines|services|recorder)/' },
      to: { path: 'node_modules/(react|react-dom|react-router|react-router-dom|@xstate/react|@headlessui)/' },
    },
    {
      name: 'services-stand-alone',
      comment: 'Services touch the world; they know neither XState nor the rest of the front end.',
      severity: 'error',
      from: { path: '^src/services/' },
      to: { path: '^src/(machines|screens|components|recorder)/|node_modules/(xstate|@xstate)/' },
    },
    {
      name: 'no-parts-while-rendering',
      comment: 'A chunk that cannot be loaded crashes the screen that waits for it. Charts load them, and retry.',
      severity: 'error',
      from: { path: '^(src|student/src)/(screens|components)/' },
      to: { dynamic: true },
    },
    {
      name: 'components-without-machines',
      severity: 'error',
      from: { path: '^src/components/' },
      to: { path: '^src/(machines|services|screens|recorder)/|node_modules/(xstate|@xstate)/' },
    },
    {
      name: 'recorder-stands-alone',
      comment: 'The recorder writes down what any machine does, and needs none.',
      severity: 'error',
      from: { path: '^src/recorder/' },
      to: { path: '^src/(machines|services|screens|components)/', ...typesOnly },
    },
    {
      name: 'screens-by-machines',
      comment: 'Screens reach the world through machines and the app only; from services they may take types.',
      severity: 'error',
      from: { path: '^src/screens/' },
      to: { path: '^src/services/', ...typesOnly },
    },
    {
      name: 'product-without-its-tools',
      severity: 'error',
      from: { path: '^(src|student/src|server/(src|simulator))/' },
      to: { path: '^(scripts|tests|server/test)/' },
    },
    {
      name: 'server-platform-below-domain',
      severity: 'error',
      from: { path: '^server/src/platform/' },
      to: { path: '^server/(simulator|src/(?!platform/|folders))' },
    },
    ...platform.map((room, place) => ({
      name: `server-platform-${room}-imports-downwards`,
      severity: 'error',
      from: { path: `^server/src/platform/${room}/` },
      to: { path: `^server/src/platform/(${[...platform.slice(place + 1), '-'].join('|')})/` },
    })),
    {
      name: 'server-features-in-a-list',
      severity: 'error',
      from: { path: '^server/src/domain/.+/', pathNot: `^server/src/domain/(${domains.join('|')})/` },
      to: {},
    },
    ...domains.map((domain, place) => ({
      name: `server-${domain}-imports-downwards`,
      severity: 'error',
      from: { path: `^server/src/domain/${domain}/` },
      to: { path: `^server/src/domain/(${[...domains.slice(place + 1), '-'].join('|')})/` },
    })),
    {
      name: 'server-domain-below-cli',
      severity: 'error',
      from: { path: '^server/src/domain/' },
      to: { path: '^server/(simulator|src/(cli|app|product|main))' },
    },
    {
      name: 'server-simulator-on-demand',
      comment: 'The product loads the simulated class only when its settings ask for it.',
      severity: 'error',
      from: { path: '^server/src/' },
      to: { path: '^server/simulator/', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'student-machines-decide',
      severity: 'error',
      from: { path: '^student/src/machines/' },
      to: {
        path: '^student/src/(services|screens|watcher)/|node_modules/(react|preact|@xstate/react)/',
        ...typesOnly,
      },
    },
    {
      name: 'student-services-stand-alone',
      severity: 'error',
      from: { path: '^student/src/(services|watcher)/' },
      to: { path: '^student/src/(machines|screens)/|node_modules/(xstate|@xstate|react|preact)/' },
    },
    {
      name: 'student-screens-by-machines',
      severity: 'error',
      from: { path: '^student/src/screens/' },
      to: { path: '^student/src/(services|watcher)/', ...typesOnly },
    },
    {
      name: 'three-sides',
      comment: "The front end, the students' page and the server share only api/ and languages/.",
      severity: 'error',
      from: { path: '^(src|student|server)/' },
      to: { path: '^(src|student|server)/', pathNot: '^$1/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
