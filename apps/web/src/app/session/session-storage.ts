/** The address to come back to after signing in. Per tab. */
export const RETURN_TO_KEY = 'auth.returnTo';

/** When somebody signed out in any tab, in milliseconds. Shared by the tabs. */
export const SIGNED_OUT_AT_KEY = 'auth.signedOutAt';

/** When the API last refused a token, and which: `<milliseconds>:<end of the token>`. Per tab, survives a reload. */
export const REFUSED_KEY = 'auth.refused';
