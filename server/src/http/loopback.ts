/** Whether a caller's address is of this machine itself. A proxy here speaks for others, and is not taken for them. */
export const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);
