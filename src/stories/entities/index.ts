export type { Entity, EntityKind, EntityText } from './entity.ts';
export { findEntities } from './find-entities.ts';
