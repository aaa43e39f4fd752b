/** The file is not a bundle that this version can read; the message gives the reason. */
export class BundleUnreadable extends Error {
  override readonly name = 'BundleUnreadable'
}
