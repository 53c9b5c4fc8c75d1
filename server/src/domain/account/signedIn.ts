/** The teacher behind a request, and by which sign-in. */
export interface SignedIn {
  id: number;
  signInId: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** The same as of one request, which an access token came with. */
export interface SignedInNow extends SignedIn {
  accessEndsAt: Date;
}
