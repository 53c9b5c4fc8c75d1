/** The teacher behind a request, and by which sign-in. */
export interface SignedIn {
  id: number;
  signInId: string;
  email: string;
  firstName: string;
  lastName: string;
}
