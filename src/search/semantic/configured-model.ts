import type { Config } from '../../config.ts';
import { httpModel } from './http-model.ts';
import type { EmbeddingModel } from './port.ts';

/** The model of the settings; null when there is none, and then nothing is searched by meaning. */
export function embeddingModel(settings: EmbeddingSettings): EmbeddingModel | null {
  const { embeddingsUrl: url, embeddingsModel: name, embeddingsToken: token } = settings;
  return url === undefined ? null : httpModel({ url, name, token });
}

export type EmbeddingSettings = Pick<Config, 'embeddingsUrl' | 'embeddingsModel' | 'embeddingsToken'>;
