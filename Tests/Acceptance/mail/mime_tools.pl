# Reads messages with MIME-tools and prints, a JSON line each, its complaints and the decoded parts.
use strict;
use warnings;
use MIME::Parser;
use JSON::PP;
use Encode qw(decode FB_CROAK);

my $json = JSON::PP->new->utf8->canonical;
for my $path (@ARGV) {
  my $parser = MIME::Parser->new;
  $parser->output_to_core(1);
  $parser->tmp_to_core(1);
  my @faults;
  local $SIG{__WARN__} = sub { push @faults, "warning: $_[0]" };
  my $entity = eval { $parser->parse_open($path) };
  push @faults, "parse: $@" if $@;
  push @faults, map { "$_" } $parser->results->msgs;
  my (@types, @bodies);
  for my $part ($entity ? $entity->parts : ()) {
    push @types, $part->effective_type;
    my $body = $part->bodyhandle ? $part->bodyhandle->as_string : '';
    push @bodies, eval { decode('UTF-8', $body, FB_CROAK) } // "not UTF-8: $@";
  }
  if ($entity) {
    push @faults, 'preamble' if grep { /\S/ } @{$entity->preamble || []};
    push @faults, 'epilogue' if grep { /\S/ } @{$entity->epilogue || []};
  }
  print $json->encode({faults => \@faults, types => \@types, bodies => \@bodies}), "\n";
}
