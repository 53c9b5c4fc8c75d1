/** The token that the link of an invitation carries behind the `#`, where no server logs it; undefined when there is none. */
export const readInvitation = (): string | undefined => /^#([\w-]{20,200})$/.exec(window.location.hash)?.[1];
