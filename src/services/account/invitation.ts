/** Returns the invitation's token from the URL fragment, which servers never log. Undefined without one. */
export const readInvitation = (): string | undefined => /^#([\w-]{20,200})$/.exec(window.location.hash)?.[1];
