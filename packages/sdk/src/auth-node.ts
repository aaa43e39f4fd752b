/** The sign-in of `auspex-login`, for programs on the same computer. */
export {
  defaultSignInFile,
  NotSignedInError,
  readSignIn,
  type SavedSignIn,
  savedSignIn,
  type SavedSignInOptions,
  saveSignIn,
  type SignInFileOptions,
} from './runtime/saved-sign-in.ts'
