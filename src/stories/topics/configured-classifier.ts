import type { Clock } from '../../lib/clock.ts';
import type { BreakerTelemetry } from '../../platform/telemetry/breakers.ts';
import type { Metrics } from '../../platform/telemetry/port.ts';
import { createHttpClassifier } from './http/http.ts';
import { createOnnxClassifier } from './onnx/onnx.ts';
import type { Classifier } from './port.ts';
import type { TaxonomyEntry } from './taxonomy/entry.ts';

/** TOPIC-5: the external classifier that the operator configured, or null for the built-in model. */
export async function configuredClassifier(
  settings: ClassifierSettings,
  deps: ClassifierDeps,
): Promise<Classifier | null> {
  const classifier = await openClassifier(settings, deps);
  return classifier && timeClassifier(classifier, deps.telemetry);
}

/** OBS-2: observes the mean time per article of each answered batch. */
export function timeClassifier(
  { classify, close }: Classifier,
  { metrics }: Pick<ClassifierDeps['telemetry'], 'metrics'>,
): Classifier {
  const latency = metrics.histogram('classifier_latency_seconds');
  return {
    classify: async articles => {
      const began = performance.now();
      const labels = await classify(articles);
      const seconds = (performance.now() - began) / 1_000;
      for (const _ of articles) latency.observe({}, seconds / articles.length);
      return labels;
    },
    close,
  };
}

async function openClassifier(
  settings: ClassifierSettings,
  { taxonomy, ...deps }: ClassifierDeps,
): Promise<Classifier | null> {
  const { topicsService: url, topicsServiceToken: token, topicsModel: file } = settings;
  if (url !== undefined) return createHttpClassifier({ ...deps, url, token, taxonomy });
  if (file === undefined) return null;
  const classes = (settings.topicsModelClasses ?? '').split(',').map(id => id.trim());
  return createOnnxClassifier({ file, classes, taxonomy });
}

export interface ClassifierDeps {
  readonly clock: Clock;
  readonly telemetry: BreakerTelemetry & { readonly metrics: Pick<Metrics, 'histogram'> };
  readonly taxonomy: readonly TaxonomyEntry[];
}

/** Named like the program's settings. */
export interface ClassifierSettings {
  readonly topicsService: string | undefined;
  readonly topicsServiceToken: string | undefined;
  readonly topicsModel: string | undefined;
  readonly topicsModelClasses: string | undefined;
}
