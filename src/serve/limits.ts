import type { RouteLimit } from './http/route.ts';

/** Limits that an API route shares with the form for the same action; both count together. */
export const LIMITS = {
  signUp: { name: 'sign-up', count: 20, perMinutes: 60 },
  changeEmail: { name: 'change-email', count: 10, perMinutes: 60 },
  confirmation: { name: 'confirmation', count: 10, perMinutes: 60 },
  passwordReset: { name: 'password-reset', count: 10, perMinutes: 60 },
  changePassword: { name: 'change-password', count: 10, perMinutes: 15 },
  proof: { name: 'proof', count: 10, perMinutes: 15 },
  export: { name: 'export', count: 10, perMinutes: 60 },
} as const satisfies Record<string, RouteLimit>;
