import { type EventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate';

/** A typed placeholder for a promise actor that `system/` provides. */
export const promiseNotProvided = <Output, Input extends NonReducibleUnknown = void>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`${name} is not provided`)));

/** The same for a callback actor, which can receive `Received`. */
export const callbackNotProvided = <
  Received extends EventObject = EventObject,
  Input extends NonReducibleUnknown = NonReducibleUnknown,
>(
  name: string,
) =>
  fromCallback<Received, Input>(() => {
    throw new Error(`${name} is not provided`);
  });

/** The same for an action with `Params`. */
export const actionNotProvided =
  <Params = undefined>(name: string) =>
  (_: unknown, _params: Params): void => {
    throw new Error(`${name} is not provided`);
  };
