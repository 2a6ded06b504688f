export { registerImages } from './route.ts';
export { imageUrlFor } from './signed-address.ts';
