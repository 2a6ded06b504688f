/** The public interface of accounts, for the server and the commands. */
export { type PreparedMail, prepareAccountMail } from './account-mails.ts';
export {
  type AdministrativeAct,
  disableUser,
  enableUser,
  endSessionsOf,
  setRoles,
} from './administration.ts';
export {
  type Actor,
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditEntry,
  type AuditQuery,
  audit,
  listAudit,
  type SubjectKind,
} from './audit.ts';
export {
  type AccountMailKind,
  type AccountMailRequest,
  type AccountMails,
  type AccountsContext,
  type AccountsDeps,
  type ClientInfo,
  createAccountsContext,
} from './context.ts';
export { type CredentialResolver, createCredentialResolver, type Resolved } from './credentials.ts';
export { confirmEmail, confirmEmailByOperator, requestConfirmation } from './email-confirmation.ts';
export {
  createFirstOperator,
  createFirstOperatorLink,
  type FirstOperator,
  promoteFirstOperator,
} from './first-operator.ts';
export { accountsHousekeeping, type HousekeepingReport } from './housekeeping.ts';
export {
  type ClientToRecognise,
  DEVICE_LIFETIME_MS,
  deviceCookieAfterSignIn,
  type KnownClient,
  recogniseClient,
} from './known-clients.ts';
export { type MailRequest, type ReservedMail, releaseMail, reserveMail } from './mail-allowance.ts';
export {
  mailStoppedAt,
  mailStopUrl,
  requireMailStopLink,
  setMailStop,
  setMailStopByLink,
} from './mail-stops.ts';
export { neighbourhoodOf, networkOf } from './networks.ts';
export { chooseNewPassword, createNewPasswordLink, type NewPassword } from './new-password.ts';
export { type LinkHolder, type OneTimeLink, PASSWORD_LINKS, peekLink } from './one-time-links.ts';
export { operatorsToMail } from './operators.ts';
export { changeEmail, changePassword, type EmailChange, type PasswordChange, rename } from './own-account.ts';
export { type PasswordResetRequest, requestPasswordReset } from './password-reset.ts';
export { checkPasswordStrength, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-strength.ts';
export { hasRecentProof, PROOF_IS_RECENT_MS, requireRecentProof } from './proof.ts';
export type { ServiceTokenRequest, ServiceTokens } from './service-tokens.ts';
export {
  type CreatedSession,
  createSession,
  endOtherSessions,
  endSession,
  listSessions,
  type SessionSummary,
  type SignInMethod,
  signOut,
} from './sessions.ts';
export {
  completeSignIn,
  proveWithPassword,
  type SignedIn,
  signInAccountKey,
  signInAddressKey,
  signInWithPassword,
} from './sign-in.ts';
export { type SignUp, type SignUpOutcome, signUp } from './sign-up.ts';
export {
  createToken,
  listTokens,
  type NewApiToken,
  revokeToken,
  type TokenSummary,
} from './tokens.ts';
export { createUser, findUser, findUserByEmail, listUsers, type User, type UserQuery } from './users.ts';
