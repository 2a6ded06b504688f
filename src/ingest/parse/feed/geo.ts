import type { FeedPlace } from '../../../model/feed-document.ts';
import { readPlainText } from './texts.ts';
import type { XmlElement } from './xml/element.ts';

/** The location of an item: GeoRSS simple and GML, and the W3C's latitude and longitude. */
export class GeoDraft {
  #latitude: number | null = null;
  #longitude: number | null = null;
  #name: string | null = null;

  add(element: XmlElement): void {
    if (element.key === 'geo:lat') this.#latitude = degrees(element.text, 90);
    else if (element.key === 'geo:long' || element.key === 'geo:lon')
      this.#longitude = degrees(element.text, 180);
    else if (element.key === 'georss:featurename') this.#name = readPlainText(element);
    else if (element.key === 'georss:point' || element.key === 'gml:pos') this.#takePair(element.text);
    for (const child of element.children) this.add(child);
  }

  finish(): FeedPlace | null {
    if (this.#latitude === null || this.#longitude === null) return null;
    return { latitude: this.#latitude, longitude: this.#longitude, name: this.#name };
  }

  #takePair(text: string): void {
    const [latitude = '', longitude = ''] = text.trim().split(/[\s,]+/);
    this.#latitude = degrees(latitude, 90);
    this.#longitude = degrees(longitude, 180);
  }
}

function degrees(text: string, most: number): number | null {
  const value = Number.parseFloat(text);
  return Number.isFinite(value) && Math.abs(value) <= most ? value : null;
}
