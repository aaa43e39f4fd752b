/** The file is no bundle that this version reads; its message says why. */
export class BundleUnreadable extends Error {
  override readonly name = 'BundleUnreadable'
}
