import type { operations } from '@vigil/contract';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type ContractCall, compileSchema, readContract } from '../platform/http/contract';
import { HttpError, notFound } from '../platform/http/httpError';
import { networkOf } from '../platform/http/network';
import { normaliseTexts } from '../platform/http/normaliseTexts';
import { requireStorable } from '../platform/http/storableText';
import { errorBodyOf } from '../platform/http/validationErrors';
import { Versioned } from '../platform/http/versioned';
import type { Authenticated } from './account/accessTokens';
import type { Agent } from './agent/agent';
import type { TokenHolder } from './attendance/tokens';

export type OperationId = keyof operations;

type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;
type Body<Id extends OperationId> = Json<operations[Id]['requestBody']>;
type Path<Id extends OperationId> = operations[Id]['parameters']['path'];
type Query<Id extends OperationId> = operations[Id]['parameters']['query'];
type Success<Id extends OperationId> = operations[Id]['responses'] extends { 204: unknown }
  ? undefined
  : operations[Id]['responses'] extends { 304: unknown }
    ? Versioned
    : Id extends 'getScreenshot'
      ? Buffer
      : Json<operations[Id]['responses'][keyof operations[Id]['responses'] & (200 | 201)]>;

/** Who makes calls, besides anybody. */
export interface Callers {
  /** The teacher of the access token. */
  teacher: Authenticated;
  /** The teacher of the access token, who is an administrator. */
  administrator: Authenticated;
  /** The agent of the key. */
  agent: Agent;
  /** The student's device of the token. */
  attendee: TokenHolder;
}

/** A request that fits the contract, with the caller that it requires. */
export interface Call<Id extends OperationId> extends Callers {
  body: Body<Id>;
  path: Path<Id>;
  query: Query<Id>;
  /** The access token of the request, unchecked. */
  accessToken: string | undefined;
  /** The Cookie header, unchecked. */
  cookie: string | undefined;
  /** The key of the agent that calls, unchecked. */
  agentKey: string | undefined;
  address: string;
  /** The network under which limits count the caller; see `networkOf`. */
  network: string;
  /** ETags of the caller's cached answers. */
  ifNoneMatch: string | undefined;
  /** Its lines carry the request's id. */
  log: FastifyBaseLogger;
  reply: FastifyReply;
}

/** Answers with the body of the contract's success status; anything else is a thrown HttpError. */
export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<Success<Id>>;

export type Handlers = { [Id in OperationId]: Handler<Id> };

/** A call that a handler refused. */
export interface FailedCall {
  id: OperationId;
  /** Method and route: `DELETE /section/:id/delete/`. */
  name: string;
  /** Of the access token. */
  teacherId: number | undefined;
  address: string;
  sectionId: number | undefined;
  /** The fields that the contract declares. Others are unchecked. */
  body: Record<string, unknown>;
  error: HttpError;
}

/** Identify the caller, or refuse with 401. */
export type Authenticators = { [Kind in keyof Callers]: (request: FastifyRequest) => Promise<Callers[Kind]> };

/** Returns the access token of a request, unchecked. */
export const accessTokenOf = ({ headers: { authorization = '' } }: FastifyRequest) =>
  /^Bearer (\S+)$/i.exec(authorization)?.[1];

/** Returns the key of an agent, unchecked. */
export function agentKeyOf({ headers }: FastifyRequest): string | undefined {
  const given = headers['x-agent-key'];
  return typeof given === 'string' ? given : undefined;
}

/** Returns the token of a student's device, unchecked. */
export const attendTokenOf = ({ headers: { authorization = '' } }: FastifyRequest) =>
  /^Attend (\S+)$/i.exec(authorization)?.[1];

/** Body limits in bytes, where 512 KiB are not enough. */
const bodyLimits: Partial<Record<OperationId, number>> = { recordDetections: 8 * 1024 * 1024 };

/** Calls that validate the items of a list one by one. */
const judgeItemsThemselves = new Set<OperationId>(['recordDetections', 'reportFromDevice']);

/**
 * Serves every call of the contract with its handler. The caller is identified before the request is validated.
 *
 * @param onError is told each call that a handler refuses
 */
export function serveContract(
  app: FastifyInstance,
  handlers: Handlers,
  authenticators: Authenticators,
  onError: (failed: FailedCall) => void,
): void {
  const isServed = (id: string): id is OperationId => id in handlers;

  /** Keeps the callers of one kind with their requests. */
  function identified<Kind extends keyof Callers>(kind: Kind) {
    const callers = new WeakMap<FastifyRequest, Callers[Kind]>();
    return {
      identify: async (request: FastifyRequest) => {
        callers.set(request, await authenticators[kind](request));
      },
      find: (request: FastifyRequest) => callers.get(request),
      get(request: FastifyRequest): Callers[Kind] {
        const caller = callers.get(request);
        if (!caller) throw new Error(`This call is not for a ${kind}.`);
        return caller;
      },
    };
  }
  const callers = {
    teacher: identified('teacher'),
    administrator: identified('administrator'),
    agent: identified('agent'),
    attendee: identified('attendee'),
  };

  function serve<Id extends OperationId>(id: Id, call: ContractCall): void {
    const handle: Handlers[Id] = handlers[id];
    const compile = () => ({
      isPath: compileSchema<Path<Id>>(call.path, 'text'),
      isQuery: compileSchema<Query<Id>>(call.query, 'text'),
      isBody: compileSchema<Body<Id>>(call.body, 'json'),
    });
    // Compiled by the first request: compiling all calls would take a noticeable part of each start.
    let compiled: ReturnType<typeof compile> | undefined;
    const bodyLimit = bodyLimits[id];
    const caller = callerOf(call);

    app.route({
      method: call.method,
      url: call.route,
      ...(bodyLimit && { bodyLimit }),
      ...(caller && { onRequest: callers[caller].identify }),
      handler: async (request, reply) => {
        compiled ??= compile();
        const { isPath, isQuery, isBody } = compiled;
        const { params, query, body } = request;
        normaliseTexts(query);
        normaliseTexts(body);
        // A path with an invalid parameter does not exist.
        if (!isPath(params)) throw notFound('Page');
        if (!isQuery(query)) throw new HttpError(400, errorBodyOf(isQuery.errors ?? []));
        if (!isBody(body)) throw new HttpError(400, errorBodyOf(isBody.errors ?? []));
        requireStorable(query);
        if (!judgeItemsThemselves.has(id)) requireStorable(body);
        // Browsers cache nothing unless the handler allows it.
        reply.header('Cache-Control', 'no-store');
        const asked = handle({
          body,
          path: params,
          query,
          get teacher() {
            return callers.teacher.get(request);
          },
          get administrator() {
            return callers.administrator.get(request);
          },
          get agent() {
            return callers.agent.get(request);
          },
          get attendee() {
            return callers.attendee.get(request);
          },
          accessToken: accessTokenOf(request),
          cookie: request.headers.cookie,
          agentKey: agentKeyOf(request),
          address: request.ip,
          network: networkOf(request.ip),
          ifNoneMatch: request.headers['if-none-match'],
          log: request.log,
          reply,
        });
        const answer = await asked.catch((error: unknown) => {
          if (error instanceof HttpError) {
            const declared = Object.fromEntries(
              Object.entries(Object(body)).filter(([name]) => call.bodyFields.includes(name)),
            );
            onError({
              id,
              name: `${call.method} ${call.route}`,
              teacherId: (callers.teacher.find(request) ?? callers.administrator.find(request))?.id,
              address: request.ip,
              sectionId: sectionIn(call.route, { ...declared, ...query, ...params }),
              body: declared,
              error,
            });
          }
          throw error;
        });
        if (answer instanceof Versioned) return answer.send(reply);
        return reply.code(call.successStatus).send(answer);
      },
    });
  }

  for (const call of readContract()) {
    if (!isServed(call.operationId)) throw new Error(`No handler for ${call.operationId} of the contract.`);
    serve(call.operationId, call);
  }
}

/** Returns who makes a call; undefined for anybody. */
function callerOf({ security }: ContractCall): keyof Callers | undefined {
  if (!security) return 'teacher';
  if (security.includes('administrator')) return 'administrator';
  if (security.includes('attendToken')) return 'attendee';
  return security.includes('agentKey') ? 'agent' : undefined;
}

/** A parameter that the contract does not declare is text, and ignored. */
const Id = v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1))), undefined);
const NamesSection = v.object({ section: Id, section_id: Id, sectionId: Id, id: Id });

/** Returns the section that a request names, in its path, its query or a declared field of its body. */
function sectionIn(route: string, fields: Record<string, unknown>): number | undefined {
  const { section, section_id, sectionId, id } = v.parse(NamesSection, fields);
  return section ?? section_id ?? sectionId ?? (route.startsWith('/section/') ? id : undefined);
}
