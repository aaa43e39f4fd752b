/** Whether an address is that of a share link, which may be read without an account: nobody is sent away to sign in first. */
export const isSharedPath = (pathname: string): boolean => pathname.startsWith('/shared/')
