/** A person who can sign in with a password of this provider. */
export interface Account {
  id: string
  /** Lower case, unique. */
  login: string
  email: string
  name: string
  organization: Organization
  groups: string[]
  /** For example `godmode`. */
  roles: string[]
}

export interface Organization {
  id: string
  name: string
}

/** An account to create; its password is stored only as an Argon2id hash. */
export interface NewAccount extends Account {
  password: string
}

/** An account with its password hash. Never leaves this folder. */
export interface StoredAccount extends Account {
  passwordHash: string
  /** No one can sign in with it, and all of its sessions have ended. */
  isDisabled: boolean
}
