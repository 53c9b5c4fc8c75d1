import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Context } from './context';
import { accountCalls } from './domain/account/accountCalls';
import { findSignedIn } from './domain/account/signIns';
import { isAdministrator } from './domain/account/teachers';
import { findAgent, isSimulator } from './domain/agent/findAgent';
import { createHeartbeats } from './domain/agent/heartbeats';
import { attendanceCalls } from './domain/attendance/attendanceCalls';
import { deviceCalls } from './domain/attendance/deviceCalls';
import { doorCalls } from './domain/attendance/doorCalls';
import { linkCalls } from './domain/attendance/linkCalls';
import { leaveGap } from './domain/attendance/openEpisodes';
import { registerCalls } from './domain/attendance/registerCalls';
import { createSeatChannel } from './domain/attendance/seatChannel';
import { createTokenFinder } from './domain/attendance/tokens';
import { createAudit } from './domain/audit/audit';
import { auditRefusal, auditSignIns } from './domain/audit/auditCalls';
import { createCache } from './domain/cache';
import { type Authenticators, accessTokenOf, agentKeyOf, attendTokenOf, serveContract } from './domain/calls';
import { detectionCalls } from './domain/detection/detectionCalls';
import { createIngestQueue } from './domain/detection/ingestQueue';
import { createLiveChannel } from './domain/detection/liveChannel';
import { figures } from './domain/figures';
import { createKeys } from './domain/keys';
import { createLimits } from './domain/limits';
import { createLogNotifier } from './domain/live/logNotifier';
import { createTransactAndPublish } from './domain/live/transactAndPublish';
import { mailboxCalls, serveMailboxPage } from './domain/mail/mailbox';
import { createMailer } from './domain/mail/mailer';
import { findMailProblem } from './domain/mail/mailQueue';
import { frontEndHeaders, readInline, serveFrontEnd } from './domain/pages/frontEnd';
import { serveStudentPage } from './domain/pages/studentPage';
import { administrationCalls } from './domain/school/administrationCalls';
import { sectionCalls } from './domain/school/sectionCalls';
import { sharingCalls } from './domain/school/sharingCalls';
import { frontEndFolder, studentFolder } from './folders';
import type { OpenDatabase } from './platform/database/database';
import { createBackground } from './platform/http/background';
import { answerConnectionError, answerError } from './platform/http/errors';
import { createHealthCheck, serveHealth } from './platform/http/health';
import { HttpError } from './platform/http/httpError';
import { chooseRequestId, loggerOptions } from './platform/http/logging';
import { keepToThisMachine } from './platform/http/loopback';
import { serveMetrics } from './platform/http/metrics';
import { allowOrigins } from './platform/http/security';
import { finishRequests } from './platform/http/shutdown';
import { serveSockets } from './platform/http/sockets';
import { secureServer } from './platform/http/tls';
import type { Settings } from './settings';

const maxBodyBytes = 512 * 1024;
const requestTimeoutMilliseconds = 60_000;
/** Timeout for connections whose peer neither sends nor reads. */
const idleConnectionMilliseconds = 120_000;
const timeoutCheckMilliseconds = 5000;
const shutdownGraceMilliseconds = 5000;

/** From the settings, or stored in the data directory. */
export interface Secrets {
  jwtSecret: string;
}

/** Routes that are served without the database; undefined means the front end's pages. */
const routesWithoutDatabase: readonly (string | undefined)[] = [
  undefined,
  '/*',
  '/attend',
  '/attend/*',
  '/health',
  '/ready',
  '/metrics',
];

const starting = new HttpError(503, { detail: 'The server is starting. Please try again.' }, { 'Retry-After': '1' });

export interface Server {
  /** Ready to listen or for injected requests. Closing it finishes requests in flight; the database stays open. */
  app: FastifyInstance;
  /** Releases the waiting calls once the database is open. The front end is served before that. */
  open(): Promise<void>;
}

/** Builds the whole server around a database, which is not queried before `open`. */
export async function buildApp(settings: Settings, secrets: Secrets, database: OpenDatabase): Promise<Server> {
  const securityHeaders = frontEndHeaders(settings, readInline(frontEndFolder));
  const secure = (request: FastifyRequest, reply: FastifyReply) =>
    reply.header('X-Request-Id', request.id).headers(securityHeaders);
  const app = fastify({
    logger: loggerOptions(settings.logLevel),
    genReqId: chooseRequestId,
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMilliseconds,
    connectionTimeout: idleConnectionMilliseconds,
    http: { connectionsCheckingInterval: timeoutCheckMilliseconds },
    ...secureServer(settings),
    // Trust X-Forwarded-For only from these proxies.
    trustProxy: settings.trustProxy,
    frameworkErrors: (error, request, reply) => answerError(error, request, secure(request, reply)),
    clientErrorHandler: (error, socket) => answerConnectionError(error, socket, securityHeaders),
  });
  app.removeContentTypeParser('text/plain');
  // An empty JSON body, as in a DELETE request, counts as no body.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    // Reports its result through `done`.
    else void parseJson(request, body, done);
  });
  app.setErrorHandler(answerError);

  const background = createBackground();
  const mailer = createMailer(settings, database.db, app.log);
  const cache = createCache();
  const audit = createAudit(database.db, app.log);
  const context: Context = {
    settings,
    db: database.db,
    cache,
    transactAndPublish: createTransactAndPublish(database.db, cache),
    logNotifier: createLogNotifier(database.db, app.log, (event) => live.deliver(event)),
    keys: await createKeys(secrets.jwtSecret),
    limits: createLimits(database),
    background,
    mailer,
    audit,
    log: app.log,
  };
  const findTokenHolder = createTokenFinder(database.db);
  const seats = createSeatChannel(findTokenHolder);
  const live = createLiveChannel(context, database.listen, app.log, seats);
  const heartbeats = createHeartbeats();
  const ingestQueue = createIngestQueue(context, heartbeats);
  async function identifyTeacher(request: FastifyRequest) {
    const token = accessTokenOf(request);
    const signedIn = token && (await findSignedIn(context, token));
    if (!signedIn) throw new HttpError(401, { detail: 'Session expired' }, { 'WWW-Authenticate': 'Bearer' });
    return signedIn;
  }
  const authenticators: Authenticators = {
    teacher: identifyTeacher,
    async administrator(request) {
      const { ip, method, routeOptions } = request;
      const teacher = await identifyTeacher(request);
      if (await isAdministrator(database.db, teacher.id)) return teacher;
      const detail = 'This page is for administrators.';
      const name = `${method} ${routeOptions.url}`;
      audit.note({ action: 'refused', teacherId: teacher.id, address: ip, detail: `${name}: ${detail}` });
      throw new HttpError(403, { detail });
    },
    async agent(request) {
      const { ip, method, routeOptions } = request;
      const given = agentKeyOf(request);
      const agent = given === undefined ? undefined : await findAgent(context, given);
      if (agent) return agent;
      const detail = 'The agent key is missing or wrong.';
      audit.note({ action: 'refused', address: ip, detail: `${method} ${routeOptions.url}: ${detail}` });
      throw new HttpError(401, { detail });
    },
    async attendee(request) {
      const token = attendTokenOf(request);
      const holder = token && (await findTokenHolder(token));
      if (holder) return { ...holder, isSimulated: isSimulator(context, agentKeyOf(request)) };
      const detail = 'You are not in a lesson any more. Please enter its code again.';
      throw new HttpError(401, { detail }, { 'WWW-Authenticate': 'Attend' });
    },
  };

  app.addHook('onRequest', async (request, reply) => {
    secure(request, reply);
  });
  // Metrics without a token and the development mailbox are for this machine only.
  const isOpenMetrics = (route: string) => route === '/metrics' && settings.metrics?.token === undefined;
  keepToThisMachine(app, settings.publicUrl, (route) => route.startsWith('/dev/') || isOpenMetrics(route));
  const gate = createGate();
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (!routesWithoutDatabase.includes(routeOptions.url)) await gate.opened;
  });
  app.addHook('preClose', async () => gate.refuse(starting));
  await allowOrigins(app, settings);
  const origins = [settings.publicUrl, ...settings.allowedOrigins];
  const sockets = { '/ws/detection/': live.accept, '/ws/attend/': seats.accept };
  await serveSockets(app, { paths: sockets, origins, close: live.close });
  finishRequests(app, shutdownGraceMilliseconds);
  const { isOpen } = gate;
  const checkHealth = createHealthCheck(app, {
    isOpen,
    listenerDown: live.listenerDown,
    findProblem: () => findMailProblem(database.db),
  });
  serveContract(
    app,
    {
      ...auditSignIns(context, accountCalls(context)),
      ...sectionCalls(context),
      ...sharingCalls(context),
      ...detectionCalls(context, heartbeats, ingestQueue, leaveGap),
      ...attendanceCalls(context),
      ...registerCalls(context),
      ...doorCalls(context),
      ...linkCalls(context),
      ...deviceCalls(context, heartbeats, ingestQueue),
      ...mailboxCalls(context),
      ...administrationCalls(context, checkHealth),
    },
    authenticators,
    (refused) => auditRefusal(audit, refused),
  );
  if (settings.developmentMailbox) serveMailboxPage(app, context);
  serveHealth(app, checkHealth);
  if (settings.metrics) await serveMetrics(app, { ...settings.metrics, database, isOpen, figures });
  await serveStudentPage(app, settings, studentFolder);
  await serveFrontEnd(app, frontEndFolder);
  app.addHook('onClose', async () => {
    await background.settled();
    await context.logNotifier.close();
    await mailer.close();
    await audit.close();
  });
  return {
    app,
    async open() {
      await live.open();
      mailer.open();
      audit.open();
      gate.open();
    },
  };
}

/** Holds requests until it is opened or told to refuse them. */
function createGate() {
  let isOpen = false;
  let open = () => {};
  let refuse = (_reason: HttpError) => {};
  const opened = new Promise<void>((resolve, reject) => {
    open = () => {
      isOpen = true;
      resolve();
    };
    refuse = reject;
  });
  // Without a waiting request, a refusal would be an unhandled rejection.
  opened.catch(() => {});
  return { opened, open, refuse, isOpen: () => isOpen };
}
