import type { Config } from '../../config.ts';
import { httpModel } from './http-model.ts';
import type { EmbeddingModel } from './port.ts';

/** The configured model; null without one, and then there is no semantic search. */
export function embeddingModel(settings: EmbeddingSettings): EmbeddingModel | null {
  const { embeddingsUrl: url, embeddingsModel: name, embeddingsToken: token } = settings;
  return url === undefined ? null : httpModel({ url, name, token });
}

export type EmbeddingSettings = Pick<Config, 'embeddingsUrl' | 'embeddingsModel' | 'embeddingsToken'>;
