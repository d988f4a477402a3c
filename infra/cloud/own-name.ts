import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AaaaRecord,
  ARecord,
  HostedZone,
  type IAliasRecordTarget,
  type IHostedZone,
  RecordTarget,
} from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';
import type { Domain } from './settings.ts';

/** Sockets, organisers and whoever wants to act, spectators. */
export type NamePart = 'play' | 'api' | 'watch';

export const ownName = (part: NamePart, { name }: Domain): string => `${part}.${name}`;

/** A name of ours with its certificate, which the stack's region decides where to use. */
export class OwnName extends Construct {
  readonly name: string;
  readonly certificate: Certificate;
  readonly #zone: IHostedZone;

  constructor(scope: Construct, id: string, part: NamePart, domain: Domain) {
    super(scope, id);
    this.name = ownName(part, domain);
    // By its id, so that nothing is looked up. The zone may be of a parent: its name is only used
    // to complete names, and ours are complete.
    this.#zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: domain.hostedZoneId,
      zoneName: domain.name,
    });
    this.certificate = new Certificate(this, 'Certificate', {
      domainName: this.name,
      validation: CertificateValidation.fromDns(this.#zone),
    });
  }

  /** Both families of addresses: many phones have IPv6 alone and reach the rest by translation. */
  pointTo(target: IAliasRecordTarget): void {
    const record = {
      zone: this.#zone,
      recordName: this.name,
      target: RecordTarget.fromAlias(target),
    };
    new ARecord(this, 'Ipv4', record);
    new AaaaRecord(this, 'Ipv6', record);
  }
}
